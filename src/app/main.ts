import { mount } from 'svelte'
import App from './App.svelte'
import { words } from './messages/page.ts'
import { load } from './state/settings.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'

const target = document.getElementById('app')
const show = (): void => {
  if (!target) return
  if (isFramedByOthers()) target.append(ownWindow())
  else mount(App, { target })
}

/** True inside a page of another origin, which could lead clicks to buttons of this one that its user does not see. */
function isFramedByOthers(): boolean {
  try {
    return window.top?.location.origin !== location.origin
  } catch {
    return true
  }
}

function ownWindow(): HTMLElement {
  const link = document.createElement('a')
  Object.assign(link, { href: location.href, target: '_blank', rel: 'noopener', textContent: words.ownWindow })
  return link
}

/** The address's choice (`?lang=TAG`), the setting, or what the browser is set to. */
const asked = new URLSearchParams(location.search).get('lang') ?? load().language
const isEnglish = asked === 'en' || (asked === 'system' && navigator.language.startsWith('en'))
if (isEnglish) show()
else
  void import('../messages/page.ts')
    .then(({ speak }) => speak(asked))
    .catch(() => undefined)
    .finally(show)
