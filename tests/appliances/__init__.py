"""UFM, VAST: the appliances that are scraped."""
