"""The families of problems and all their formulations. Imports nothing from the layers above."""
