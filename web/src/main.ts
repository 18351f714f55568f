import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { settleOn, type Host } from './lib/host'
import { fetchWords } from './lib/i18n.svelte'
import { ServerHost } from './lib/server'
import { settings } from './lib/settings.svelte'

async function choose(): Promise<Host> {
  if (import.meta.env.MODE !== 'site') return new ServerHost()
  return (await import('./solo/begin')).beginSite()
}

const [host] = await Promise.all([choose(), fetchWords(settings.language)])
settleOn(host)
const target = document.getElementById('app')
if (target) mount(App, { target })
