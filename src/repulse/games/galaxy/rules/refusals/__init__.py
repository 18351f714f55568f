"""Refusals: why an answer is not among the options, by a stable id and facts.

The ids are those of the table `refusal` of the word catalogs, where the display finds a sentence for each. The facts are
numbers and tokens. They reveal only what the seat itself may see. Each module has the reasons of one kind of answer;
`reasons` finds the kind.
"""
