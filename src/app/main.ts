import { mount } from 'svelte'
import App from './App.svelte'
import { load } from './state/settings.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'

const target = document.getElementById('app')
const show = (): void => void (target && mount(App, { target }))

/** The address's choice (`?lang=TAG`), the setting, or what the browser is set to. */
const asked = new URLSearchParams(location.search).get('lang') ?? load().language
const isEnglish = asked === 'en' || (asked === 'system' && navigator.language.startsWith('en'))
if (isEnglish) show()
else
  void import('../messages/page.ts')
    .then(({ speak }) => speak(asked))
    .catch(() => undefined)
    .finally(show)
