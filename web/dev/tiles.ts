/** All tiles in their sizes and states, for looking: `?theme=dark&corners=off&labels=on`. */
import { mount } from 'svelte';
import '../src/theme.css';
import { setLanguage } from '../src/lib/i18n.svelte';
import { applySettings, settings } from '../src/lib/settings.svelte';
import type { Theme } from '../src/lib/settings.svelte';
import Tiles from './Tiles.svelte';

const asked = new URLSearchParams(location.search);
settings.theme = (asked.get('theme') ?? 'light') as Theme;
settings.corners = asked.get('corners') !== 'off';
settings.labels = asked.get('labels') === 'on';
applySettings();
await setLanguage(asked.get('lang') === 'en' ? 'en' : 'zh', false);
mount(Tiles, { target: document.getElementById('app')! });
