"""The terminal interface that all commands share: arguments, help, colours, boards as text, phrases."""
