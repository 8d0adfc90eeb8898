/** A part of the client could not be loaded: the server has a newer one. The page offers to load itself anew. */
let needed = $state(false);

export const update = {
  get needed(): boolean {
    return needed;
  },
};

window.addEventListener('vite:preloadError', (event) => {
  event.preventDefault();
  if (navigator.onLine) needed = true;
});
