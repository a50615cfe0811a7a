import { afterEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { ulid } from '../../platform/text/id.ts';
import { type ChatSite, EXPERT, openChatSite, openRoom } from '../chat.testing.ts';

const MINUTE = 60_000;

describe.each(await featureDatabase())('how soon an expert answers, on %s', { timeout: 60_000 }, (database) => {
  let chats: ChatSite;
  afterEach(() => chats.close());

  test('is the median of first answers to turns of investors, a public fact from ten answers on, of 90 days', async () => {
    chats = await openChatSite(database);
    const { room, investor, expert } = await openRoom(chats);
    const visitor = chats.site.browser({ ip: '10.46.9.9' });
    const read = async () => (await visitor.get(`/chat/v1/experts/${EXPERT}/answer_time`)).body.data;
    const wait = (minutes: number) => chats.clock.forward(minutes * MINUTE);
    wait(10);
    await expert.say(room, 'The first answer, ten minutes after the request.');
    // Eight turns of three minutes, each with a second text on either side.
    for (let n = 0; n < 8; n += 1) {
      await investor.say(room, `Question ${n}`);
      wait(1);
      await investor.say(room, 'And more of it');
      wait(2);
      await expert.say(room, `Answer ${n}`);
      wait(1);
      await expert.say(room, 'And more of it');
    }
    expect(await read()).toMatchObject({ minutes: null, answers: 9 });
    await investor.say(room, 'The tenth');
    wait(1);
    const { seq } = (await expert.say(room, 'Taken back')).body.data;
    await expert.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: seq });
    wait(60);
    expect(await read(), 'what was taken back answers nothing').toMatchObject({ minutes: null, answers: 9 });
    await expert.say(room, 'The answer');
    wait(11);
    expect(await read()).toEqual({ minutes: 3, answers: 10, as_of: chats.clock.now.toISOString() });
    const { experts } = (await investor.get('/chat/v1/experts')).body.data;
    expect(experts.find(({ user_id }: { user_id: string }) => user_id === EXPERT).answer_time).toMatchObject({ minutes: 3, answers: 10 });
    chats.clock.forward(91 * 24 * 60 * MINUTE);
    expect(await read()).toMatchObject({ minutes: null, answers: 0 });
    expect((await visitor.get('/chat/v1/experts/usr_pro/answer_time')).http).toBe(404);
  });
});
