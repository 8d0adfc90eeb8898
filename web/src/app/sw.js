/*
 * Keeps the files of one build of the client. Pages are asked of the server first; without it the kept page opens, and with
 * it what needs no server: the rules, and a scoreboard, which goes on writing. An older page goes on with the older files
 * until it is closed.
 */
const CACHE = `paizhuo-${'@version'}`;
const FILES = [/* @files */];
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.add(new Request(PAGE, { cache: 'reload' }));
      // One after the other, so that the first page does not wait for them.
      for (const file of FILES) await cache.add(file);
    }),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
  );
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api/') && !url.pathname.endsWith('/log')) {
    event.respondWith(page(request));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(file(request));
  }
});
