/** Buttons that copy the command beside them. */
import { say } from './element.ts'

export function copyButtons() {
  for (const button of document.querySelectorAll('button[data-copy]')) {
    if (!(button instanceof HTMLButtonElement)) continue
    button.hidden = false
    button.addEventListener('click', async () => {
      const code = button.parentElement?.querySelector('code')
      if (!code) return
      const copied = await copy(code)
      button.textContent = copied ? 'Copied' : 'Selected: press Ctrl+C'
      say(button.textContent)
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    })
  }
}

async function copy(code: Element) {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}
