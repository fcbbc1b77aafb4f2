"""The games as environments of other libraries: Gymnasium, PettingZoo, OpenSpiel (docs/environments.md).

Each module needs its library and an extra of that name; importing it registers every game that has an encoding.
"""
