import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { faults } from './lib/faults.svelte'
import { useBackend, type Backend } from './lib/backend'
import { loadMessages, t } from './lib/i18n.svelte'
import { lazy } from './lib/lazy'
import { ServerBackend } from './lib/server'
import { settings } from './lib/settings.svelte'

async function choose(): Promise<Backend> {
  if (import.meta.env.MODE !== 'site') return new ServerBackend()
  return (await lazy(() => import('./offline/begin'))).beginSite()
}

/** Words in place of the page, if nothing else of it can be shown. */
function apologize(target: HTMLElement): void {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = t('fault.words')
  const reload = document.createElement('button')
  reload.className = 'button primary'
  reload.textContent = t('fault.reload')
  reload.onclick = () => location.reload()
  target.append(words, reload)
}

faults.listen()
const target = document.getElementById('app')
if (target) {
  try {
    const [backend] = await Promise.all([choose(), loadMessages(settings.language)])
    useBackend(backend)
    mount(App, { target })
  } catch (error) {
    console.error(error)
    apologize(target)
  }
}
