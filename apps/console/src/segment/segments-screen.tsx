import { useParams } from '@tanstack/react-router';

import { SegmentList } from './segment-list.tsx';
import { NewSegmentPage, SegmentPage } from './segment-page.tsx';

export function SegmentsScreen() {
  const { id } = useParams({ from: '/person/$project/segments/{-$id}' });
  if (id === 'new') return <NewSegmentPage />;
  return id ? <SegmentPage key={id} id={id} /> : <SegmentList />;
}
