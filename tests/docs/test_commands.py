"""The reference of the command line is made from its own help."""

from __future__ import annotations

from tools.docs.commands import command_list

from repulse.cli.arguments import COMMANDS


def test_every_command_has_its_help_in_the_reference() -> None:
    text = "\n".join(command_list())
    for name, (help_text, _) in COMMANDS.items():
        assert f"### repulse {name}\n" in text
        assert help_text in text
    assert "--plain" in text
