/**
 * Classes of an element that MathJax skips: version 3 in JupyterLab and Notebook 7, version 2 in nbconvert.
 * Otherwise it would typeset the text between two dollar prices.
 */
export const NO_FORMULAS = "mathjax_ignore tex2jax_ignore";
