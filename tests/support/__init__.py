"""What tests, benches and the demo of the whole daemon share."""
