/**
 * Classes of an element that MathJax leaves alone: version 3 in JupyterLab and Notebook 7, version 2 in nbconvert. It would typeset
 * what stands between the dollars of two prices.
 */
export const NO_FORMULAS = "mathjax_ignore tex2jax_ignore";
