"""What all commands share where they meet a person: arguments, help, colours, boards as text, words."""
