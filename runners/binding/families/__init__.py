"""The rules of the families, a module each (`runners.binding.check` says what it defines).

In: the JSON of an instance, and the variables of a formula. Out: the rule of each named constraint.
"""
