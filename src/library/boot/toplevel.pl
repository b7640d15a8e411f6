% What the prompt and the script runner ask for in Prolog.
