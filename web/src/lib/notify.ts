// Notifications of the browser, for somebody who has asked for them.

/** Whether the browser allows them; it asks the visitor if it has not yet. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** Say something outside the page; a later one about the same thing takes its place. */
export function notify(title: string, body: string, tag: string): void {
  try {
    const shown = new Notification(title, { body, tag })
    shown.onclick = () => {
      focus()
      shown.close()
    }
  } catch {
    // Some browsers want a worker for it, or the permission was taken back.
  }
}
