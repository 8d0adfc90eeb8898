import { mount } from 'svelte';
import { startLanguage } from '$lib/i18n.svelte';
import { applySettings } from '$lib/settings.svelte';
import { wakeSoundOnInput } from '$lib/sound';
import '../theme.css';
import './pages.css';
import App from './App.svelte';
import { keepFocus } from './focus';
import { fetchAhead } from './pages';
import { router, startRouter } from './router.svelte';
import { startWorker } from './worker';

applySettings();
startRouter();
startWorker();
wakeSoundOnInput();
keepFocus();
const texts = startLanguage();
fetchAhead(router.route.page); // while the texts are on their way
await texts;
mount(App, { target: document.getElementById('app')! });
