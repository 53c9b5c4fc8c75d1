import { badgesMachine } from '../../../../src/machines/attendance/badgesMachine';
import { doorMachine } from '../../../../src/machines/attendance/doorMachine';
import { messages as teachersMessages } from '../../../../src/messages';
import { attendanceMachine } from '../../../../student/src/machines/attendanceMachine';
import { watchMachine } from '../../../../student/src/machines/watchMachine';
import { messages } from '../../../../student/src/messages';
import { idle } from '../../idle';
import { plainWords } from '../plainWords';
import { call, press, quote } from '../say';

const { code, consent, linked, naming, over, receipt, watching } = messages;
const doorCall = call('POST /attend/door/');
const linkCall = call('POST /attend/link/');
const redeem = call('POST /attend/redeem/');
const knock = call('POST /attend/knock/');
const heartbeat = call('POST /attend/heartbeat/');
const reports = call('POST /attend/reports/');
const leave = call('POST /attend/leave/');
const receiptCall = call('GET /attend/receipt/');
const answerCall = call('POST /attend/answer/');

const recalled: Record<string, string> = {
  new: 'Open `/attend`',
  linked: 'Open a mailed link or a badge, such as `/attend#link=L1`',
  invited: 'Open `/attend#K7M2PQ`',
  joined: 'Reload the page of a student who has joined',
};

export const attendance = plainWords(idle(attendanceMachine), {
  before: 'Invite a class to a lesson, and open the students’ page in another browser.',
  events: {
    'code.submit': ({ code: typed }) => `Type ${quote(typed)} and press **${code.join}**`,
    'code.again': `Press **Another code**, **Type a code**, **${linked.stranger}** or **${receipt.close}**`,
    'link.retry': press(linked.again),
    'link.redeem': press(linked.join),
    'knock.submit': ({ as }) =>
      'studentId' in as ? 'Choose a name' : `Choose **${naming.stranger}**, type a name without an email, and ask`,
    'consent.give': press(consent.give),
    'consent.decline': 'Press the button to go on without the camera',
    'pictures.choose': ({ pictures }) => press(pictures ? messages.pictures.send : messages.pictures.stop),
    'consent.review': press(messages.unwatched.review),
    'camera.retry': press(messages.camera.retry),
    'camera.choose': `Choose another camera in ${quote(messages.camera.choice)}`,
    'cameras.changed': 'Plug a second camera in',
    'pause.submit': ({ reason }) => `Type ${quote(reason)} and press **${watching.pause}**`,
    'pause.end': press(messages.paused.goOn),
    'name.again': press(messages.door.stranger),
    'leave.submit': `Press **${messages.leave.ask}**, then **${messages.leave.confirm}**`,
    'tab.use': press(messages.elsewhere.use),
    'tab.lost': `Duplicate the tab, and press **${messages.elsewhere.use}** in the copy`,
    'receipt.refresh': press(receipt.refresh),
    'answer.submit': ({ text }) =>
      text === '' ? `Press **${receipt.send}**` : `Type ${quote(text)} at a report and press **${receipt.send}**`,
    'reports.changed': ({ reports: [first] }) =>
      first?.status === 'kept' ? 'Leave the view for 8 s' : 'Let the server answer the report',
    'episode.started': 'Leave the view for 8 s',
    'episode.ended': 'Leave the view for 8 s, and come back for 2 s',
    'watch.told': 'Stay in the view of the camera for a second',
    'watch.proven': 'Stay in the view of the camera for a second',
    'watch.resumed': 'Let the computer sleep, and wake it',
    'watch.stalled': 'Let the camera give no new picture for 10 s',
    'camera.lost': 'Unplug the camera',
  },
  calls: {
    openLink: linkCall,
    redeemLink: redeem,
    openDoor: doorCall,
    knock,
    sendHeartbeat: heartbeat,
    sendReports: reports,
    leave,
    fetchReceipt: receiptCall,
    sendAnswer: answerCall,
  },
  answers: {
    recall: (output) => recalled[String(Object(output).kind)],
    sendHeartbeat: (output) =>
      `Let the server answer ${heartbeat} with ${quote(String(Object(output).admission))}${Object(output).excusedUntil ? ' and `excused_until`' : ''}`,
    claimTab: (output) => (output === true ? 'Have no other tab with the lesson' : 'Duplicate the tab'),
    awaitTab: 'Close the other tab',
    prepareCamera: 'Allow the camera',
  },
  fails: {
    claimTab: 'Let the browser refuse the lock',
    awaitTab: 'Let the browser refuse the lock',
    recall: 'Open `/attend` in a browser that keeps nothing',
    prepareCamera: 'Refuse the camera',
  },
  states: {
    recalling: quote(code.recalling),
    claiming: quote(code.recalling),
    elsewhere: quote(messages.elsewhere.title),
    'code.typing': quote(code.title),
    'code.checking': quote(code.checking),
    'linked.checking': quote(linked.checking),
    'linked.unanswered': quote(linked.unanswered),
    'linked.confirming': quote(linked.title('Ada Lovelace')),
    'linked.redeeming': `${redeem} is under way`,
    'linked.closed': quote(linked.closed),
    'naming.choosing': quote(naming.title),
    'naming.knocking': `${knock} is under way`,
    'joined.place.door': quote(messages.door.title),
    'joined.place.consenting': quote(consent.title),
    'joined.place.preparing': quote(messages.preparing.title),
    'joined.place.watching': quote(messages.watching.title),
    'joined.place.restarting': quote(messages.restarting.title),
    'joined.place.paused': quote(messages.paused.title),
    'joined.place.excused': quote('Excused until 10:20'),
    'joined.place.unwatched': quote(messages.unwatched.title),
    'joined.place.cameraRefused': quote(messages.camera.refusedTitle('refused')),
    'joined.place.cameraLost': quote(messages.camera.lostTitle),
    'joined.link.beating': `${heartbeat} is under way`,
    'joined.link.offline': quote(messages.offline),
    leaving: quote(messages.leaving),
    left: quote(over.left),
    'ended.fetching': quote(receipt.fetching),
    'ended.postponed': quote(receipt.postponed),
    'ended.reading': quote(receipt.lead),
    'ended.answering': `${answerCall} is under way`,
    'ended.closed': quote(over.ended),
    forgotten: quote(over.forgotten),
    refused: quote(over.refused),
    takenOver: quote(over.takenOver),
  },
});

const views = {
  none: 'Leave the view of the camera for a second',
  part: 'Let the edge of the picture cut your face in half for a second',
  one: 'Stay in the view of the camera for a second',
  several: 'Let somebody sit close beside you for a second',
  dark: 'Cover the camera for a second',
};

export const watch = plainWords(idle(watchMachine), {
  before: 'Join a lesson as a student and agree to the camera.',
  events: {
    'frame.seen': ({ view, isStill }) => (isStill ? 'Let the camera repeat its picture for 10 s' : views[view]),
    'frame.lacked': 'Let the camera give no new picture for a second',
    'camera.muted': 'Let the browser mute the camera',
    'camera.unmuted': 'Let the browser unmute the camera',
    'frame.hidden': 'Stay in another tab for a second',
    'frames.missed': 'Let the computer sleep, and wake it',
    'page.left': 'Click into another window',
    'page.entered': 'Click into this page',
    'page.shown': 'Switch back to this tab',
    'camera.lost': 'Unplug the camera',
  },
  states: {
    'view.arranging.unseen': quote(watching.arranging),
    'view.arranging.appearing': quote(watching.appearing),
    'view.seen.partly': quote(watching.partly),
    'view.seen.present': quote(watching.present),
    'view.seen.vanishing': quote(watching.vanishing),
    'view.seen.absence.absent': quote(watching.absent),
    'view.seen.absence.returning': quote(watching.returning),
    'view.seen.crowding': quote(watching.crowding),
    'view.seen.company.several': quote(watching.several),
    'view.seen.company.thinning': quote(watching.returning),
    'view.seen.dimming': quote(watching.dimming),
    'view.awaited': quote(watching.awaited),
    'view.dark': quote(watching.dark),
    'view.blind.waiting': quote(watching.blindLead),
    'view.blind.muted': quote(messages.camera.fault.muted),
    'view.blind.stalled': quote(messages.restarting.title),
    'view.hidden': quote(watching.hidden),
    'page.leaving': quote(watching.leaving),
    'page.away': quote(watching.away),
    'page.away.gone': quote(watching.away),
    'page.away.entering': quote(watching.away),
  },
  effects: { tellLost: `${quote(messages.camera.lostTitle)}` },
});

const { door: texts } = teachersMessages;
const attending = call('GET /attendance/sections/{sectionId}/');

export const door = plainWords(idle(doorMachine), {
  texts,
  before: `Open a section with students while detection is inactive, with ${attending} held back.`,
  events: {
    'lesson.began': 'Start detection',
    'lesson.ended': 'Stop detection',
    'live.opened': 'Let the live channel open',
    'live.lost': 'Let the live channel close',
    'students.invite': press(texts.invite),
    'code.replace': `${press(texts.invite)}, then ${press(texts.newCode)}`,
    'students.admit': `${press(texts.invite)}, then ${press(texts.admitAll(1))}`,
    'students.admitAll': `${press(texts.invite)}, then ${press(texts.admitAll(1))}`,
    'number.admit': ({ number }) => `${press(texts.invite)}, then **${texts.whichNumber}**, and press ${number}`,
    'waiting.refuse': `${press(texts.invite)}, then ${press(texts.refuseAll)}`,
    'students.refuse': `${press(texts.invite)}, then press the X of the student`,
    'student.excuse': 'Open a student, and excuse them for 5 min',
    'links.send': `${press(texts.invite)}, ${press(texts.links.title)}, and send a link again`,
    'link.revoke': `${press(texts.invite)}, ${press(texts.links.title)}, and revoke a link`,
    'excuse.end': `Open the excused student, and ${press(teachersMessages.excuse.back)}`,
  },
  calls: { fetchAttendance: attending, changeAttendance: 'the call of the change' },
  states: {
    'lesson.closed': 'no button Invite',
    'lesson.open.followed.known': 'how many are waiting, and who once the button is pressed',
  },
  unseen: ['channel'],
});

const { badges: badgeTexts } = texts;

export const badges = plainWords(idle(badgesMachine), {
  texts: badgeTexts,
  before: 'Open Manage Students of a section with two students.',
  events: {
    'badges.make': press(badgeTexts.make(2)),
    'badges.revoke': 'Revoke the badge of a student',
    'badges.print': press(badgeTexts.printAgain(2)),
    'badges.refresh': press(badgeTexts.retry),
  },
  calls: { fetchBadges: call('GET /attendance/badges/{sectionId}/'), changeBadges: 'the call of the change' },
  answers: { openPrint: 'Close the print dialog' },
  fails: { openPrint: 'Let the browser refuse to print' },
  states: {
    fetching: quote(badgeTexts.loading),
    known: quote(badgeTexts.count(1, 2)),
    absent: 'nothing of badges',
    failed: quote(badgeTexts.failed),
    printing: 'the print dialog, with the sheet alone on its pages',
  },
});
