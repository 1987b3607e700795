"""What the tests of the page do in a browser."""

from __future__ import annotations


def select_option(page, name, value):
    page.locator(f"select[name={name}]").select_option(value)


def panel_text(page):
    page.wait_for_selector("#panel:not([hidden])")
    return page.locator("#panel").inner_text()
