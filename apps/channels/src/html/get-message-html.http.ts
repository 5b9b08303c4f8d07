import { channelErrors, type mailHtmlApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetMessageHtml = RawOperation<typeof mailHtmlApi.getMessageHtml, Context>;

/** Opened by itself, the document runs nothing and has an origin of its own. */
function policyOf(hasRemoteImages: boolean, publicUrl: string): string {
  const origin = URL.parse(publicUrl)?.origin ?? '';
  const images = `img-src data: ${origin}${hasRemoteImages ? ' https: http:' : ''}`.trimEnd();
  return `default-src 'none'; ${images}; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; sandbox allow-popups`;
}

export const getMessageHtml: GetMessageHtml = async (context, _actor, input, { res }) => {
  const { id_project, request_id, message_id, images: hasRemoteImages = false } = input;
  const { inbound, conversations, parser, publicUrl } = context;
  await conversations.checkVisible(id_project, request_id);
  const mail = await inbound.findOfMessage(id_project, request_id, message_id);
  if (!mail) throw channelErrors.html_not_found();
  const images = Object.fromEntries(
    Object.entries(mail.images ?? {}).map(([cid, path]) => [cid, imageUrl(publicUrl, path)]),
  );
  const html = await parser.html(mail.bytes(), { images, hasRemoteImages });
  if (html === null) throw channelErrors.html_not_found();
  const body = Buffer.from(`<!doctype html><meta charset="utf-8"><base target="_blank">${html}`);
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(hasRemoteImages, publicUrl),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  res.end(body);
  return undefined;
};

function imageUrl(publicUrl: string, path: string): string {
  return `${publicUrl}/v3/images?path=${encodeURIComponent(path)}`;
}
