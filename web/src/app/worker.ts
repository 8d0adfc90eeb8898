/**
 * The service worker keeps the client's files, so that rules and scoreboard open without the server. It exists on HTTPS and on
 * localhost only; elsewhere the pages work without it.
 */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !window.isSecureContext) return;
  navigator.serviceWorker.register('/sw.js').catch(() => {
    // Refused (private window, policy): the pages do without.
  });
}
