item(included).
