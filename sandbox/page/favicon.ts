/** Where browsers find the icon, under the base URL. */
export const FAVICON_PATH = '/favicon.svg';

/** The icon: a calendar sheet with a dot. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="26" height="24" rx="5" fill="#2f5bea"/><rect x="6" y="12" width="20" height="14" rx="2.5" fill="#fff"/><path d="M10 3v6M22 3v6" stroke="#1d3fb8" stroke-width="2.5" stroke-linecap="round"/><circle cx="16" cy="19" r="4" fill="#f59e0b"/></svg>`;
