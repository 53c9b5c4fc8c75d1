import { describeChart } from '../support/describeChart';

describeChart('liveChannel');
