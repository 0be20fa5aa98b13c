/**
 * Logo of the kernel and of `.dtp` files: one micro-batch through a pipeline and back. Forward is blue,
 * backward orange, the wait between them grey.
 */
export const LOGO_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
<rect width="64" height="64" rx="12" fill="#16202e"/>
<g fill="#33445c"><rect x="20" y="9" width="24" height="13" rx="2.5"/><rect x="26" y="25.5" width="12" height="13" rx="2.5"/></g>
<g fill="#4c9be8"><rect x="7" y="9" width="12" height="13" rx="2.5"/><rect x="13" y="25.5" width="12" height="13" rx="2.5"/><rect x="19" y="42" width="12.5" height="13" rx="2.5"/></g>
<g fill="#f2a65a"><rect x="45" y="9" width="12" height="13" rx="2.5"/><rect x="39" y="25.5" width="12" height="13" rx="2.5"/><rect x="32.5" y="42" width="12.5" height="13" rx="2.5"/></g>
</svg>
`;
