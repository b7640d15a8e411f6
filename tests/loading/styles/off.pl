:- style_check(-singleton), style_check(-no_effect).
