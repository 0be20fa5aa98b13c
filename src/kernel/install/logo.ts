/** Drawn beside the kernel's name: a pipeline's staircase of micro-batches, forward blue and backward orange. */
export const LOGO_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
<rect width="64" height="64" rx="10" fill="#16202e"/>
<g fill="#4c9be8"><rect x="8" y="10" width="14" height="12" rx="2"/><rect x="17" y="26" width="14" height="12" rx="2"/><rect x="26" y="42" width="14" height="12" rx="2"/></g>
<g fill="#f2a65a"><rect x="42" y="42" width="14" height="12" rx="2"/><rect x="42" y="26" width="14" height="12" rx="2"/><rect x="42" y="10" width="14" height="12" rx="2"/></g>
</svg>
`;
