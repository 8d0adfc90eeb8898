/** A table of invented states, to look at: `/dev/table.html?state=claim&theme=dark&lang=en`. Not part of the build. */
import { mount } from 'svelte';
import '../src/theme.css';
import { setLanguage } from '../src/lib/i18n.svelte';
import { applySettings, settings } from '../src/lib/settings.svelte';
import Show from './Show.svelte';
import { STATES } from './fixtures';

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme');
if (theme === 'light' || theme === 'dark' || theme === 'contrast') settings.theme = theme;
if (asked.get('notes') !== 'yes') localStorage.setItem('paizhuo.notes', 'jing buttons why');
applySettings();
await setLanguage(asked.get('lang') === 'en' ? 'en' : 'zh', false);
const state = STATES[asked.get('state') ?? 'turn'];
const target = document.getElementById('app');
if (state === undefined || target === null) throw new Error(`states: ${Object.keys(STATES).join(', ')}`);
mount(Show, { target, props: { state: state() } });
