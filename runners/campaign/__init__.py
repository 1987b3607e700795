"""Resumes and executes a campaign, records it in its folder, and compares answers with each other and with known ones.

In: a plan, and the rows of earlier sessions. Out: CSV rows, traces, solutions and logs; a summary in words.
"""
