"""What the problems are, and every way of stating them. Imports nothing from the layers above."""
