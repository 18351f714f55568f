import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { settleOn, type Host } from './lib/host'
import { ServerHost } from './lib/server'

async function choose(): Promise<Host> {
  if (import.meta.env.MODE !== 'site') return new ServerHost()
  return (await import('./solo/begin')).beginSite()
}

settleOn(await choose())
const target = document.getElementById('app')
if (target) mount(App, { target })
