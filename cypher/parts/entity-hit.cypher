// Purpose: an entity with its aliases.
e {<entity>} AS row, <aliases-of-entity> AS aliases
