// One position in the whole window: `table.html?position=<name>&theme=dark&language=de`. The frames of the list show this page.
import { FrozenBackend } from './frozen'

const wanted = new URLSearchParams(location.search)
const position = wanted.get('position') ?? ''
const kept = {
  theme: wanted.get('theme') ?? 'auto',
  language: wanted.get('language') ?? 'en',
  tips: false,
  name: 'Mara',
}
localStorage.setItem('repulse.settings', JSON.stringify(kept))
// The page goes by its address, which it reads when it is loaded.
history.replaceState(null, '', position === 'lobby' ? '/' : `/room/${position}`)

const [{ mount }, { default: App }, { useBackend }, { loadMessages }] = await Promise.all([
  import('svelte'),
  import('../src/App.svelte'),
  import('../src/lib/backend'),
  import('../src/lib/i18n.svelte'),
  import('../src/app.css'),
])
useBackend(new FrozenBackend())
await loadMessages(kept.language)
const target = document.getElementById('app')
if (target) mount(App, { target })
