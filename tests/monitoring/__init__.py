"""What watches the stack: which metrics there are, what dashboards and rules ask for."""
