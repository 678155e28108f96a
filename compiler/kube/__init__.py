"""Shapes that emitters share: names, labels, pod parts, scrape parts, network policies."""
