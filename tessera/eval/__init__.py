"""The generic core: metrics, batteries and the harness. Only ``registry`` names verticals."""
