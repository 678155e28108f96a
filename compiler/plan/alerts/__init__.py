"""What is alerted on: a module for each part of what is rendered, and the types that they share."""
