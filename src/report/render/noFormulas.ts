/**
 * Classes of an element in which MathJax must not typeset formulas: it would take the text between two dollar
 * prices for one. Version 3 is in JupyterLab and Notebook 7, version 2 in nbconvert.
 */
export const NO_FORMULAS = "mathjax_ignore tex2jax_ignore";
