/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:catalogue/*' {
  const texts: Record<string, string>;
  export default texts;
}
