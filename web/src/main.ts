import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { settleOn } from './lib/host'
import { ServerHost } from './lib/server'

settleOn(new ServerHost())
const target = document.getElementById('app')
if (target) mount(App, { target })
