import { describeChart } from '../support/describeChart';

describeChart('sidebar');
