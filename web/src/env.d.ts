/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:catalogue/parts' {
  type Load = () => Promise<{ default: Record<string, string> }>;
  export const parts: Record<'zh' | 'en', Record<string, Load>>;
}

declare module 'virtual:catalogue/*' {
  const texts: Record<string, string>;
  export default texts;
}
