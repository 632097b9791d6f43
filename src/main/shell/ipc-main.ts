import { channels } from '@shared/ipc/channels'
// The only file that may import the raw ipcMain: every message goes through the sender check here.
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'

export interface PageCalls {
  /** The page of the main window; undefined while there is none. */
  page(): WebContents | undefined
  /** The page of the quick-resume window, which may only ask for a few things. */
  quickPage(): WebContents | undefined
  /** Whether the quick-resume window may ask for this. */
  isForQuick(name: unknown): boolean
  isOurAddress(url: string): boolean
  onRefused(channel: string, reason: string): void
  call(name: unknown, input: unknown): Promise<unknown>
  run(job: number, name: unknown, input: unknown): Promise<unknown>
  cancel(job: number): void
}

/** Why a message is not from the main frame of one of our own windows; undefined when it is. */
function whyRefused(event: IpcMainEvent | IpcMainInvokeEvent, calls: PageCalls): string | undefined {
  const page = [calls.page(), calls.quickPage()].find((one) => one !== undefined && one === event.sender)
  if (!page) return 'not our window'
  const frame = event.senderFrame
  if (!frame) return 'the frame is gone'
  if (frame !== page.mainFrame) return 'not the main frame'
  return calls.isOurAddress(frame.url) ? undefined : `not our page: ${frame.url.slice(0, 200)}`
}

/** Answers the page's messages. A wrong sender is refused loudly: logged, and its promise rejects. */
export function listenToPage(calls: PageCalls): void {
  const refuse = (channel: string, reason: string): never => {
    calls.onRefused(channel, reason)
    throw new Error(`Refused: ${reason}`)
  }
  const guard = (channel: string, event: IpcMainEvent | IpcMainInvokeEvent) => {
    const reason = whyRefused(event, calls)
    if (reason !== undefined) refuse(channel, reason)
  }
  ipcMain.handle(channels.call, (event, name: unknown, input: unknown) => {
    guard(channels.call, event)
    if (event.sender === calls.quickPage() && !calls.isForQuick(name)) refuse(channels.call, 'not for the quick window')
    return calls.call(name, input)
  })
  ipcMain.handle(channels.run, (event, job: unknown, name: unknown, input: unknown) => {
    guard(channels.run, event)
    // Jobs are counted by the page of the main window.
    if (event.sender !== calls.page()) refuse(channels.run, 'not for the quick window')
    if (typeof job !== 'number') throw new Error('Refused: a job needs a number')
    return calls.run(job, name, input)
  })
  ipcMain.on(channels.cancel, (event, job: unknown) => {
    const reason = whyRefused(event, calls)
    if (reason !== undefined) calls.onRefused(channels.cancel, reason)
    else if (typeof job === 'number' && event.sender === calls.page()) calls.cancel(job)
  })
}
